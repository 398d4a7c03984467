import { parts } from '../presentation/row';
import { VIEW } from '../presentation/view-ids';
import { LiveView, type LiveViewPorts, type ViewWords } from './live-view';

/** The view of the merge requests. */
export class MergeRequestView extends LiveView {
  constructor(ports: LiveViewPorts) {
    super(VIEW.mergeRequests, ports, { canSelectMany: false });
    this.begin();
  }

  protected override words(trouble: string | undefined, age: string | undefined): ViewWords {
    return { description: parts(age), lines: [trouble] };
  }
}
