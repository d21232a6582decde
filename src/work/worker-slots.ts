// The slots of this process, by lane: one kind of work may look at how busy another one is.
import { Injectable } from '@nestjs/common';

interface Slots {
  readonly lane: string;
  readonly freeSlots: number;
  filledBy(): string[];
}

@Injectable()
export class WorkerSlots {
  private readonly lanes = new Map<string, Slots>();

  add(slots: Slots): void {
    this.lanes.set(slots.lane, slots);
  }

  /** 0 where this process has no such lane. */
  free(lane: string): number {
    return this.lanes.get(lane)?.freeSlots ?? 0;
  }

  /** The account that holds all slots of the lane, if there is one. */
  filledBy(lane: string): readonly string[] {
    return this.lanes.get(lane)?.filledBy() ?? [];
  }
}
