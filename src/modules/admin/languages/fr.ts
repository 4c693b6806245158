import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/fr.json' with { type: 'json' };
import * as frame from '../../../platform/web/messages/fr/frame.ts';
import * as islands from '../../../platform/web/messages/fr/islands.ts';
import * as signIn from '../../../platform/web/messages/fr/sign-in.ts';

provideLanguage('fr', catalog, { ...frame, ...islands, ...signIn });
