import { provideLanguage } from '../../../platform/admin/language.ts';
import catalog from '../../../platform/messages/translations/de.json' with { type: 'json' };
import * as frame from '../../../platform/web/messages/de/frame.ts';
import * as islands from '../../../platform/web/messages/de/islands.ts';
import * as signIn from '../../../platform/web/messages/de/sign-in.ts';

provideLanguage('de', catalog, { ...frame, ...islands, ...signIn });
