import { t } from '../../../../platform/messages/translate.ts';
import type { Look } from '../look.ts';

export const magazine: Look = {
  title: 'Magazine',
  description: t('A front page in columns'),
  layout: 'magazine',
  type_pairing: 'serif',
  theme_color: '#a61b29',
};
