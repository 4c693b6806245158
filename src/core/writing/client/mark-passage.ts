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
    field('paragraph').value = '';
    button.hidden = true;
    field('remark').focus();
  };
}
