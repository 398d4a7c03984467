import type { Progress } from './progress';
/** Another answer that is proposed in place of the typed one, and why. */
export interface Correction {
  readonly value: string;
  readonly message: string;
}

/** A question that is answered by typing. What was typed stays until it is accepted or given up. */
export interface InputQuestion {
  readonly title: string;
  readonly step: readonly [at: number, of: number];
  readonly prompt: string;
  readonly value?: string;
  readonly placeholder?: string;
  readonly password?: boolean;
  /** A page that helps to answer, as a link after the prompt and as a button. */
  readonly link?: { readonly label: string; readonly url: string };
  /** Told of everything that is typed, also where the question is given up. */
  readonly onDidChange?: (value: string) => void;
  /** Told while typing: a warning that does not stop anybody. */
  readonly warn?: (value: string) => string | undefined;
  /** Takes the answer, or says what is wrong with it, or proposes another one. */
  readonly accept: (value: string, signal: AbortSignal) => Promise<string | Correction | undefined>;
}

export interface PickItem<T> {
  readonly label: string;
  readonly description?: string;
  /** A second line. */
  readonly detail?: string;
  readonly icon?: string;
  /** Stays in the list whatever is typed to narrow it. */
  readonly always?: boolean;
  readonly value: T;
}

/** A question that is answered by choosing; the choices may still be on their way. */
export interface PickQuestion<T> {
  readonly title: string;
  readonly placeholder: string;
  /** Where they have to be looked for: who gives the question up meanwhile aborts the signal. */
  readonly items:
    | readonly PickItem<T>[]
    | Promise<readonly PickItem<T>[]>
    | ((signal: AbortSignal) => Promise<readonly PickItem<T>[]>);
  /** True: stays while another part of the window has the focus, until it is answered or given up. */
  readonly stays?: boolean;
  /** Stands in the place of the placeholder while the choices are on their way. */
  readonly loading?: string;
  /** Told, where something was chosen, what was typed to narrow the list. */
  readonly onTyped?: (typed: string) => void;
}

/** Asks before what cannot be undone. */
export interface ConfirmQuestion {
  /** Names the thing, as a question. */
  readonly message: string;
  /** What is lost, and what is not. */
  readonly detail: string;
  /** The button that does it. The editor adds Cancel. */
  readonly action: string;
}

/** Asks to type a text before what cannot be undone. */
export interface TypedQuestion {
  readonly title: string;
  /** Says what is lost and what to type. */
  readonly prompt: string;
  readonly expected: string;
  /** What is told where something else was typed. */
  readonly otherwise: string;
}

/** A key with its value, as a person edits them. A secret value is shown as dots. */
export interface KeyValuePair {
  readonly key: string;
  readonly value: string;
  readonly secret: boolean;
}

/** Asks for a list of keys and values. */
export interface PairsQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** The first item of the list: takes the list as it is. */
  readonly run: { readonly label: string; readonly icon: string };
  readonly pairs: readonly KeyValuePair[];
  /** Told of the list as it was when the person gave the question up. */
  readonly onLeft?: (pairs: readonly KeyValuePair[]) => void;
  /** What is wrong with a new key; `taken` are those that are in the list. */
  readonly keyProblem: (key: string, taken: readonly string[]) => string | undefined;
  /** Whether the value of a new key is treated as secret at first. */
  readonly looksSecret: (key: string) => boolean;
}

/** Asks where to put a file. */
export interface SaveQuestion {
  /** Name of the file without its folder. */
  readonly defaultName: string;
  readonly title?: string;
}

export interface MessageAction {
  readonly title: string;
  readonly run: () => void | Promise<void>;
  /** What did not happen, should it end in an error. */
  readonly failure?: () => string;
}

/** How the extension asks and tells. A port, so that tests can answer. All text is plain, whatever it holds. */
export interface Prompts {
  /** True where an answer was accepted; `back` where the person wants the question before. */
  input(question: InputQuestion): Promise<boolean | 'back'>;
  /** Undefined where nothing was chosen, and where there is nothing to choose from. */
  pick<T>(question: PickQuestion<T>): Promise<T | undefined>;
  /** Any number of them; undefined where the question was given up. */
  pickMany<T>(question: PickQuestion<T>): Promise<readonly T[] | undefined>;
  confirm(question: ConfirmQuestion): Promise<boolean>;
  typed(question: TypedQuestion): Promise<boolean>;
  /** The pairs as they were when the person said to run. */
  pairs(question: PairsQuestion): Promise<readonly KeyValuePair[] | undefined>;
  /** The address of the file that the person chose, as text; it may exist: the dialog has asked about that. */
  saveAs(question: SaveQuestion): Promise<string | undefined>;
  showMessage(severity: 'error' | 'info', message: string, actions: readonly MessageAction[]): void;
  /** Runs a command for a button of a message. */
  runCommand(id: string, argument?: unknown): Promise<void>;
  /** Shows that what a command does is going on. */
  readonly progress: Progress;
  /** Says in the status bar, for some seconds, what nobody has to answer. */
  showStatus(message: string): void;
}
