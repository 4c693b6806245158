export const ownRowInvalid =
  'It is not as this program writes it, so it is left out. Import an export that was not changed.';
export const ownFilesMissing = (names: readonly string[]): string =>
  `These files are missing from the export or are no images or recordings: ${names.slice(0, 10).join(', ')}${names.length > 10 ? ' …' : ''}`;
