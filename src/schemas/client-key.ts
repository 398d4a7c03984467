import * as z from 'zod/mini';
import { flag, optionalText } from './wire';

/**
 * A client key of error tracking (server-behavior.md#keys-and-dsns). `public_key` and `sentry_dsn` are
 * secrets.
 */
export const clientKeySchema = z.looseObject({
  id: z.number(),
  active: flag,
  public_key: optionalText,
  sentry_dsn: optionalText,
});

/** Settings of error tracking (server-behavior.md#error-tracking-settings). */
export const errorTrackingSettingsSchema = z.looseObject({
  active: flag,
  project_name: optionalText,
  sentry_external_url: optionalText,
  api_url: optionalText,
  integrated: flag,
});
