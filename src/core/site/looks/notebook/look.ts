import { t } from '../../../../platform/messages/translate.ts';
import type { Look } from '../look.ts';

export const notebook: Look = {
  title: 'Notebook',
  description: t('Titles and texts, nothing else'),
  layout: 'index',
  type_pairing: 'humanist',
  theme_color: '#2f6db5',
};
