import { t, translated } from '../messages/translate.ts';

const browsers: [RegExp, string][] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];
const systems: [RegExp, string][] = [
  [/\b(iPhone|iPad)\b/, 'iOS'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'macOS'],
  [/\bLinux\b/, 'Linux'],
];

/** 'Firefox on Windows': enough to recognize a session; the full user agent is not stored. */
export function browserName(userAgent: string): string {
  const known = (names: [RegExp, string][]) => names.find(([pattern]) => pattern.test(userAgent))?.[1];
  return [known(browsers) ?? 'Unknown browser', known(systems)].filter(Boolean).join(' on ');
}

/** A stored name in the language of the person who reads it. */
export function shownBrowser(name: string): string {
  const [browser = '', system] = name.split(' on ');
  return system ? t('{browser} on {system}', { browser: translated(browser), system }) : translated(browser);
}
