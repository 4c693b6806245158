import { t } from '../../../platform/messages/translate.ts';

/** A key press, as in KeyboardEvent. */
type Press = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'shiftKey' | 'altKey'>;

/** Whether a press matches keys written as `Control+Shift+7`; Control is Command on a Mac. */
export function matchesKeys(press: Press, keys: string): boolean {
  const parts = keys.split('+');
  const key = parts.at(-1) ?? '';
  return (
    parts.includes('Control') === (press.ctrlKey || press.metaKey) &&
    parts.includes('Shift') === press.shiftKey &&
    parts.includes('Alt') === press.altKey &&
    // With Shift, the key of a digit is another character.
    (press.key.toLowerCase() === key.toLowerCase() || press.code === `Digit${key}`)
  );
}

/** The selector of the toolbar button that a key pressed in the text activates or focuses. */
export function shortcutTarget({ key, altKey, ctrlKey, metaKey, shiftKey }: KeyboardEvent): string | null {
  if (altKey && key === 'F10') return '[tabindex="0"]';
  const isLink = (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'k';
  return isLink ? `button[aria-label="${t('Insert Link')}"]` : null;
}
