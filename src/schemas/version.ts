import * as z from 'zod/mini';
import { optionalText } from './wire';

/** Answer of `GET /version` (beyond the description). */
export const versionSchema = z.looseObject({ version: z.string(), revision: optionalText });
