import { shortened } from '../../../content/document/truncate.ts';
import { plainLines } from '../../../platform/admin/controls/plain-lines.ts';

/** As long as the description that the server makes of a text. */
export const computedLength = 160;

/** The beginning of a text, for what has no description. Only a part is parsed, because this runs while typing. */
export const beginningOf = (html: string): string =>
  shortened(plainLines(html.slice(0, 4000)), computedLength);
