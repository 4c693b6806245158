import { t } from '../../../../platform/messages/translate.ts';
import type { Look } from '../look.ts';

export const photo: Look = {
  title: 'Photo',
  description: t('Images first, on the front page and in posts'),
  layout: 'magazine',
  type_pairing: 'humanist',
  theme_color: '#0b6b6b',
};
