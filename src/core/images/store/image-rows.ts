import { iso } from '../../../platform/db/iso.ts';
import type { StoredRow } from '../../../platform/db/stored-row.ts';
import type { Variant } from '../../../platform/files/variant.ts';

export type StoredImage = StoredRow<'images', { variants: Variant[] }>;

export const parseImages = (json: string): StoredImage[] =>
  (JSON.parse(json) as StoredRow<'images'>[]).map(unpackImage);

export const unpackImage = (row: StoredRow<'images'>): StoredImage => ({
  ...row,
  variants: JSON.parse(row.variants),
  date_added: iso(row.date_added),
});
