import { iso } from '../../../platform/db/iso.ts';
import type { Variant } from '../../../platform/files/variant.ts';

export type StoredImage = {
  id: number;
  post_id: number;
  hash: string;
  variants: Variant[];
  width: number;
  height: number;
  color: string;
  alt: string;
  main_image: number;
  social_image: number;
  focal_x: number;
  focal_y: number;
  bytes: number;
  date_added: string;
};

export const parseImages = (json: string): StoredImage[] =>
  (JSON.parse(json) as (Omit<StoredImage, 'variants'> & { variants: string })[]).map(unpackImage);

export const unpackImage = (row: Omit<StoredImage, 'variants'> & { variants: string }): StoredImage => ({
  ...row,
  variants: JSON.parse(row.variants),
  date_added: iso(row.date_added),
});
