import type { WriteGroup } from '../src/manifest/command-definition';
import type { COMMAND_DEFINITIONS } from '../src/manifest/commands';

type Definitions = typeof COMMAND_DEFINITIONS;

/** The commands of a group that write to a server. */
type WritingCommand<Group extends WriteGroup> = {
  [Name in keyof Definitions]: Definitions[Name]['writes'] extends Group ? Name : never;
}[keyof Definitions];

/**
 * Requires a row for each command of a group, so that lost responses are tested for each command that writes.
 */
export type Rows<Group extends WriteGroup, Row> = Readonly<Record<WritingCommand<Group>, Row>>;
