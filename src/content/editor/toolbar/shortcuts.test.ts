import { expect, test } from 'vitest';
import { matchesKeys } from './shortcuts.ts';

const none = { key: '', code: '', ctrlKey: false, metaKey: false, shiftKey: false, altKey: false };

test('letters match in either case, with exactly the modifiers', () => {
  const press = { ...none, key: 'b', code: 'KeyB', ctrlKey: true };
  expect(matchesKeys(press, 'Control+B')).toBe(true);
  expect(matchesKeys({ ...press, key: 'B' }, 'Control+B')).toBe(true);
  expect(matchesKeys({ ...press, shiftKey: true }, 'Control+B')).toBe(false);
  expect(matchesKeys({ ...press, altKey: true }, 'Control+B')).toBe(false);
  expect(matchesKeys({ ...press, ctrlKey: false }, 'Control+B')).toBe(false);
  expect(matchesKeys({ ...press, ctrlKey: false, metaKey: true }, 'Control+B')).toBe(true);
});

test('digits match by their key, because Shift makes them another character', () => {
  const press = { ...none, key: '&', code: 'Digit7', ctrlKey: true, shiftKey: true };
  expect(matchesKeys(press, 'Control+Shift+7')).toBe(true);
  expect(matchesKeys(press, 'Control+Shift+8')).toBe(false);
});
