const squeezed = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Chooses the paragraph of the passage, whose words may stand in others too, if only one begins as its option does. */
function choose(paragraphs: HTMLSelectElement, place: Node | null): void {
  const block = [...document.querySelectorAll('.post > .content > *')].find((one) => one.contains(place));
  const text = squeezed(block?.textContent ?? '');
  const [only, ...others] = [...paragraphs.options].filter(
    (option) => option.value !== '' && text.startsWith(squeezed(option.text.replace(/^\d+\. |…$/g, ''))),
  );
  paragraphs.value = only && others.length === 0 ? only.value : '';
}

/** Offers a button for the marked passage, which fills it into the form. */
export function offerPassage(form: HTMLFormElement): void {
  const button = form.querySelector<HTMLButtonElement>('.remark-mark');
  const text = document.querySelector('.post > .content');
  const selection = getSelection();
  const isInText =
    text?.contains(selection?.anchorNode ?? null) && text.contains(selection?.focusNode ?? null);
  const quote = isInText ? (selection?.toString().trim() ?? '') : '';
  if (!button) return;
  button.hidden = quote === '';
  // Pressing the button must not end the selection.
  button.onmousedown = (event) => event.preventDefault();
  button.onclick = () => {
    const field = (name: string) => form.elements.namedItem(name) as HTMLTextAreaElement | HTMLSelectElement;
    const passage = field('quote') as HTMLTextAreaElement;
    passage.value = quote.slice(0, passage.maxLength);
    choose(field('paragraph') as HTMLSelectElement, selection?.anchorNode ?? null);
    button.hidden = true;
    field('remark').focus();
  };
}
