/**
 * Text that was typed into a field and is not part of the form yet, such as a tag before Enter: it is taken with the save, or
 * stops it and says why.
 */

/** Completes the setting that has the focus as leaving it does: keys, and buttons on some phones, leave the focus there. */
export function completeField(): void {
  const { activeElement } = document;
  if (!(activeElement instanceof HTMLInputElement && activeElement.closest('.post-settings'))) return;
  activeElement.blur();
  activeElement.focus({ preventScroll: true });
}

/** Whether text would be lost if the fields were hidden; the browser points at the field. */
export function hasRefusedText(form: HTMLFormElement | null): boolean {
  completeField();
  return [...(form?.elements ?? [])].some(
    (field) => field instanceof HTMLInputElement && field.validity.customError && !field.reportValidity(),
  );
}
