/** The to-do items of a server, and one of them. Plain data. */
export type TodoNodeData =
  | { readonly kind: 'todo-list'; readonly base: string }
  | { readonly kind: 'todo'; readonly base: string; readonly todo: number };
