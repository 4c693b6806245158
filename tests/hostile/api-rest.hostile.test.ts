import { sendToCalls } from './api-run.ts';

sendToCalls('sqlite', 3, 3);
