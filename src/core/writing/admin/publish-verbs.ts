import { t } from '../../../platform/messages/translate.ts';

/** What the primary button of the writing screen does. */
export const verbs = { Publish: t('Publish'), Update: t('Update'), Schedule: t('Schedule') };

export type Verb = keyof typeof verbs;
