import * as z from 'zod/mini';
import { datetime, elements, optionalNumber, optionalText } from './wire';

const configProjectSchema = z.looseObject({
  id: z.number(),
  description: optionalText,
  name: optionalText,
  name_with_namespace: optionalText,
  path: optionalText,
  path_with_namespace: optionalText,
  created_at: datetime,
});

/** The agents that the job of a job token can use (server-behavior.md#allowed-agents). */
export const allowedAgentsSchema = z.looseObject({
  allowed_agents: elements(z.looseObject({ id: z.number(), config_project: z.nullish(configProjectSchema) })),
  job: z.looseObject({ id: z.number() }),
  pipeline: z.looseObject({ id: z.number() }),
  project: z.looseObject({ id: z.number(), groups: z.nullish(elements(z.looseObject({ id: z.number() }))) }),
  // The real service sends only id, username, and roles_in_project.
  user: z.looseObject({
    id: optionalNumber,
    name: optionalText,
    username: optionalText,
    state: optionalText,
    avatar_url: optionalText,
    web_url: optionalText,
  }),
});
export type AllowedAgents = z.infer<typeof allowedAgentsSchema>;
