import type { CreateSession } from '../../../app/merge-requests/create/session';
import { background } from '../../../base/background';
import type { CreateAct } from '../../../presentation/merge-requests/create-form';
import type { TextEditorAct } from '../../../presentation/shared/forms/text-editor';
import type { FormValues } from '../../../schemas/panel-message';

/** The actions of the form. */
export interface CreateActions {
  create(values?: FormValues): Promise<void>;
  startOver(): Promise<void>;
  close(values: FormValues | undefined): void;
  edit(values: FormValues | undefined, edit: (session: CreateSession) => void): void;
  openExisting(value: string | undefined): void;
  signIn(): void;
  showOutput(): void;
  write(act: TextEditorAct, value: string | undefined, values: FormValues | undefined): void;
  refresh(): void;
  tryAgain(): void;
}

type RunAct = (form: CreateActions, value: string | undefined, values: FormValues | undefined) => void;

/** The function of each button in the form. */
export const CREATE_HANDLERS: Readonly<Record<CreateAct, RunAct>> = {
  create: (form, _value, values) => {
    background(form.create(values));
  },
  startOver: (form) => background(form.startOver()),
  cancel: (form, _value, values) => form.close(values),
  assignMe: (form, _value, values) => {
    form.edit(values, (session) => {
      session.assignMe();
    });
  },
  useTemplate: (form, _value, values) => {
    form.edit(values, (session) => {
      session.useTemplate('replace');
    });
  },
  addTemplate: (form, _value, values) => {
    form.edit(values, (session) => {
      session.useTemplate('below');
    });
  },
  putBack: (form, _value, values) => {
    form.edit(values, (session) => {
      session.putBack();
    });
  },
  openExisting: (form, value) => {
    form.openExisting(value);
  },
  signIn: (form) => {
    form.signIn();
  },
  showOutput: (form) => {
    form.showOutput();
  },
  refresh: (form) => {
    form.refresh();
  },
  tryAgain: (form) => {
    form.tryAgain();
  },
  writeText: (form, value, values) => {
    form.write('writeText', value, values);
  },
  previewText: (form, value, values) => {
    form.write('previewText', value, values);
  },
  cancelUpload: (form, value, values) => {
    form.write('cancelUpload', value, values);
  },
};
