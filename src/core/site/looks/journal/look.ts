import { t } from '../../../../platform/messages/translate.ts';
import type { Look } from '../look.ts';

export const journal: Look = {
  title: 'Journal',
  description: t('Posts with their beginning and an image'),
  layout: 'journal',
  type_pairing: 'serif',
  theme_color: '#c8102e',
};
