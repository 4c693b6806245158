import { isElement, isText, type Parent } from './tree.ts';

const rightToLeft =
  /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;

/** Whether the first letter belongs to a script that is written from right to left. */
export const isRightToLeft = (parent: Parent): boolean => rightToLeft.test(firstLetter(parent) ?? '');

function firstLetter(parent: Parent): string | null {
  for (const child of parent.childNodes) {
    const letter = isText(child)
      ? (/\p{L}/u.exec(child.value)?.[0] ?? null)
      : isElement(child)
        ? firstLetter(child)
        : null;
    if (letter) return letter;
  }
  return null;
}
