import { z } from 'zod';

/** What the owner decides about statistics. Not public. */
export const statisticsSettings = z.object({ isOn: z.boolean() }).meta({ id: 'StatisticsSettings' });
export type StatisticsSettings = z.infer<typeof statisticsSettings>;

const deviceClasses = ['phone', 'tablet', 'computer', 'other'] as const;
export type DeviceClass = (typeof deviceClasses)[number];

const botClasses = ['search', 'feed', 'ai', 'preview', 'monitor', 'other'] as const;
export type BotClass = (typeof botClasses)[number];

/** Names of one kind on one day; what comes later on that day is added up under `otherNames`. */
export const maxNamesPerDay = 2000;
export const otherNames = '…';

export const maxSearchTermsLength = 80;
export const maxMissingPathLength = 200;
export const maxReferrerHostLength = 100;
