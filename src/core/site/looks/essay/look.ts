import { t } from '../../../../platform/messages/translate.ts';
import type { Look } from '../look.ts';

export const essay: Look = {
  title: 'Essay',
  description: t('Large type; footnotes in the margin of wide screens'),
  layout: 'journal',
  type_pairing: 'serif',
  theme_color: '#7a3e1d',
};
