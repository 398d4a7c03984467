/** A label with the fields for `with_labels_details` (server-behavior.md#merge-request-fields). */
export interface Label {
  readonly id: number;
  readonly name: string;
  readonly color: string;
  readonly description: string | null;
}

/** The labels that the demo projects share. */
const LABELS: readonly Label[] = [
  { id: 51, name: 'feature', color: '#1f75cb', description: 'New functionality' },
  { id: 52, name: 'bug', color: '#d9534f', description: "Something isn't working" },
  { id: 53, name: 'docs', color: '#5cb85c', description: null },
  { id: 54, name: 'chore', color: '#8e44ad', description: null },
  { id: 55, name: 'needs design', color: '#f0ad4e', description: 'Requires a design first' },
];

/** Returns the label with a name. Unknown labels have a default color. */
export function labelOf(name: string): Label {
  const known = LABELS.find((label) => label.name === name);
  return known ?? { id: 60 + name.length, name, color: '#6699cc', description: null };
}

export { LABELS };
