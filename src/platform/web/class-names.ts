/** The value of a `class` attribute from those of the names that apply; undefined, and no attribute, if none does. */
export const classNames = (...names: (string | false | undefined)[]): string | undefined =>
  names.filter(Boolean).join(' ') || undefined;
