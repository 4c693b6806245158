import { describe, expect, test } from 'vitest';
import type { DraftStatus } from './draft-status.ts';
import { ago, wordingOf } from './save-wording.ts';

const now = 1_000_000;
const draft = (change: Partial<DraftStatus>): DraftStatus => ({
  sequence: 5,
  changedAt: now - 1_000,
  isLocalFailing: false,
  sent: null,
  failure: null,
  ...change,
});
const wording = (change: Partial<DraftStatus> | null, more = {}) =>
  wordingOf({
    isBusy: false,
    isUnsaved: true,
    savedAt: null,
    draft: change && draft(change),
    now,
    ...more,
  });

describe('the words beside Save', () => {
  test('say nothing before the first change', () => {
    expect(wording(null, { isUnsaved: false })).toEqual({ text: '', announced: '', isWarning: false });
  });

  test('give the age of the last save, and announce only that it was saved', () => {
    const saved = { isUnsaved: false, savedAt: now - 12_000 };
    expect(wording(null, saved)).toEqual({ text: 'Saved 12 s ago', announced: 'Saved.', isWarning: false });
    expect(wording(null, { ...saved, isBusy: true }).text).toBe('Saving …');
  });

  test('give the age of the draft that the server has', () => {
    const sent = { sequence: 5, at: now - 4_000 };
    expect(wording({ sent })).toMatchObject({ text: 'Draft saved 4 s ago', announced: 'Draft saved' });
    // The same while the next words are on their way, so that the text does not flicker.
    expect(wording({ sent: { sequence: 3, at: now - 2_500 } }).text).toBe('Draft saved 3 s ago');
    expect(wording({ sent: { sequence: 3, at: now - 30_000 } }).text).toBe('Saving the draft …');
  });

  test('warn when the server cannot be reached, and say where the text is', () => {
    expect(wording({ failure: 'offline' })).toEqual({
      text: 'Offline: kept in this browser',
      announced: 'Offline: kept in this browser',
      isWarning: true,
    });
    expect(wording({ failure: 'signed-out' }).text).toBe('Signed out: kept in this browser');
    expect(wording({ failure: 'server' }).text).toBe('The server has an error: kept in this browser');
  });

  test('warn when the browser cannot store text, more so if the server cannot either', () => {
    const isLocalFailing = true;
    expect(wording({ isLocalFailing, sent: { sequence: 5, at: now } })).toMatchObject({
      text: expect.stringMatching(/^Draft saved just now, on the server only/),
      isWarning: true,
    });
    expect(wording({ isLocalFailing, failure: 'offline' })).toMatchObject({
      text: expect.stringMatching(/^Not saved: .* Copy your text/),
      isWarning: true,
    });
    expect(wording({ isLocalFailing, failure: 'signed-out' }).text).not.toMatch(/kept in this browser/);
  });
});

test('ages are given in seconds, minutes and hours', () => {
  const ages = [0, 2_000, 3_000, 59_000, 60_000, 3_599_000, 3_600_000, 8_000_000];
  expect(ages.map((age) => ago(now, now + age))).toEqual([
    'just now',
    'just now',
    '3 s ago',
    '59 s ago',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '2 h ago',
  ]);
  expect(ago(now, now - 5_000)).toBe('just now');
});
