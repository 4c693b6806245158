import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/fr.json' with { type: 'json' };
import * as texts from '../../../platform/web/messages/fr.ts';

provideLanguage('fr', catalog, texts);
