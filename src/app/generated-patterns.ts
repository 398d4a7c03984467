import { globs, type Globs } from '../domain/diff/file-globs';

/** Says of a path whether a person's patterns take it for made by a program; undefined where they say nothing. */
export type GeneratedPatterns = Globs;

/** Reads patterns as they stand in settings, where anything may stand. */
export const generatedPatterns = (held: unknown, usual: readonly string[]): GeneratedPatterns =>
  globs(Array.isArray(held) ? held : usual);
