/** Inside JSON, PostgreSQL writes dates with an offset. */
export const iso = (date: string): string => (date.endsWith('Z') ? date : new Date(date).toISOString());
