/**
 * A field of a CSV file (RFC 4180). What a spreadsheet would take for a formula gets an apostrophe, which makes it text there;
 * so does what begins with one, so that reading it again gives back exactly what was written.
 */
function csvField(value: string): string {
  const harmless = /^[=+\-@'\t\r\n]/.test(value) ? `'${value}` : value;
  return /[",;\r\n\t]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const csvLine = (fields: readonly string[]): string => `${fields.map(csvField).join(',')}\r\n`;
