import * as z from 'zod/mini';
import { optionalText } from './wire';

/** Response of `GET /version`. */
export const versionSchema = z.looseObject({ version: z.string(), revision: optionalText });

/** The extension's manifest. */
export const manifestSchema = z.object({ version: z.string() });
