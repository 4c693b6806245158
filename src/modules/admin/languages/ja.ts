import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/ja.json' with { type: 'json' };
import * as texts from '../../../platform/web/messages/ja.ts';

provideLanguage('ja', catalog, texts);
