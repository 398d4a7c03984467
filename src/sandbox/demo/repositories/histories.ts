import * as z from 'zod/mini';
import { ROLES } from '../../world/model';
import type { Change } from '../../world/repositories/history';
import attic from './attic.json';
import handbook from './handbook.json';
import payments from './payments.json';
import prism from './prism.json';
import roadmap from './roadmap.json';
import storefront from './storefront.json';
import vault from './vault.json';

/** A text is a list of lines, if it has several. */
const text = z.pipe(
  z.union([z.string(), z.array(z.string())]),
  z.transform((value) => (typeof value === 'string' ? value : value.join('\n'))),
);
const changes = z.array(
  z.strictObject({
    branch: z.string(),
    from: z.exactOptional(z.string()),
    merges: z.exactOptional(z.string()),
    author: z.enum(ROLES),
    daysAgo: z.number(),
    title: z.string(),
    body: z.exactOptional(z.string()),
    edits: z.array(
      z.union([
        z.strictObject({ path: z.string(), text }),
        z.strictObject({ path: z.string(), find: text, put: text }),
      ]),
    ),
    refs: z.exactOptional(z.array(z.string())),
  }),
);

/** The commits of a demo project, in the order of their files. Commits with negative `daysAgo` are pushed later. */
const historyIn = (data: unknown): readonly Change[] => changes.parse(data);

/**
 * The histories of the demo projects, by the last part of their paths. The log of the failing test refers to line 42,
 * column 17 of the file with the prices in the storefront.
 */
export const HISTORIES = {
  attic: historyIn(attic),
  handbook: historyIn(handbook),
  payments: historyIn(payments),
  prism: historyIn(prism),
  roadmap: historyIn(roadmap),
  storefront: historyIn(storefront),
  vault: historyIn(vault),
};
