/** Returns the name of a user, followed by the username: `Dana Lindqvist (@dana)`. */
export const fullUserName = ({
  name,
  username,
}: {
  readonly name: string;
  readonly username: string;
}): string => `${name} (@${username})`;
