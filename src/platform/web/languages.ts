/** A language tag as BCP 47 spells it (`pt-BR`); null for anything else. */
export function canonicalLanguage(tag: string): string | null {
  try {
    // Names of 5 to 8 letters are well-formed, but no language has one.
    const [canonical = null] = /^[a-z]{2,3}(-|$)/i.test(tag) ? Intl.getCanonicalLocales(tag) : [];
    return canonical;
  } catch {
    return null;
  }
}

/** Whether this is a time zone of the IANA database. Offsets such as +01:00 have no daylight saving time and are refused. */
export function isTimeZone(name: string): boolean {
  try {
    return /^[a-z]/i.test(name) && new Intl.DateTimeFormat('en', { timeZone: name }) !== null;
  } catch {
    return false;
  }
}
