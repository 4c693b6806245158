import { describe, expect, test } from 'vitest';
import { inTranslation, translationFor } from '../messages/server-translation.ts';
import { browserName, shownBrowser } from './browsers.ts';

test('a stored browser is named in the language of the person', async () => {
  const german = await translationFor('de', 'en');
  const shown = (name: string) => inTranslation(german, () => shownBrowser(name));
  expect(shown('Firefox on Windows')).toBe('Firefox unter Windows');
  expect(shown('Unknown browser on Linux')).toBe('Unbekannter Browser unter Linux');
  expect(shown('')).toBe('');
});

describe('browser name', () => {
  test.each([
    [
      'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0',
      'Firefox on Windows',
    ],
    [
      'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.0 Safari/605.1.15',
      'Safari on macOS',
    ],
    [
      'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36',
      'Chrome on Linux',
    ],
    [
      'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36 EdgA/140.0',
      'Edge on Android',
    ],
    [
      'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/140.0 Mobile/15E148 Safari/604.1',
      'Chrome on iOS',
    ],
    ['curl/8.9.1', 'Unknown browser'],
    ['', 'Unknown browser'],
  ])('%s', (userAgent, name) => {
    expect(browserName(userAgent)).toBe(name);
  });
});
