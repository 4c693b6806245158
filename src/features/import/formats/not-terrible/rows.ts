export type Row = Readonly<Record<string, unknown>>;

/** The columns of a row; everything else of a record is for other programs. */
export const rowOf = (record: Row): Record<string, string | number | null> =>
  Object.fromEntries(
    Object.entries(record).filter(
      (field): field is [string, string | number | null] =>
        field[1] === null || typeof field[1] === 'string' || typeof field[1] === 'number',
    ),
  );

/** The names of the stored files of an image, a recording or a preview, smallest first. */
export function fileNames({ variants, image }: Row): string[] {
  const json = variants ?? image;
  if (typeof json !== 'string') return [];
  const stored: unknown = JSON.parse(json);
  const list = Array.isArray(stored) ? stored : (stored as { variants?: unknown })?.variants;
  return Array.isArray(list) ? list.flatMap(({ name }) => (typeof name === 'string' ? [name] : [])) : [];
}
