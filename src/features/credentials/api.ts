import { z } from 'zod';
import { connectionPlaces, fieldKinds } from '../../platform/connections/connection.ts';
import { date, text } from '../../platform/http/api/text.ts';

const field = z.object({
  name: z.string(),
  label: z.string(),
  hint: z.string(),
  kind: z.enum(fieldKinds),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  is_required: z.boolean(),
  /** After a change of such a field, secrets have to be entered again. */
  is_target: z.boolean(),
  is_set: z.boolean(),
  /** Always empty for a secret: it can be replaced or removed, and not be read. */
  value: z.string(),
});

export const connectionState = z
  .object({
    name: z.string(),
    place: z.enum(connectionPlaces),
    title: z.string(),
    text: z.string(),
    /** `environment`: it wins, and nothing can be changed here. `unreadable`: it was stored with another key. */
    source: z.enum(['none', 'stored', 'environment', 'unreadable']),
    /** The environment variables that it stands for. */
    variables: z.array(z.string()),
    needs_restart: z.boolean(),
    /** Whether what is stored differs from what the server started with. */
    restart_pending: z.boolean(),
    changed: date.nullable(),
    fields: z.array(field),
  })
  .meta({ id: 'Connection' });
export type ConnectionState = z.infer<typeof connectionState>;

/** Fields that are not sent stay as they are; an empty one is removed. */
export const connectionChange = z.object({ values: z.record(z.string().max(100), text(2000)) });

export const connectionTest = z
  .object({ is_ok: z.boolean(), message: z.string() })
  .meta({ id: 'ConnectionTest' });
export type ConnectionTest = z.infer<typeof connectionTest>;

export const connectionName = z.object({ name: z.string().max(100) });
