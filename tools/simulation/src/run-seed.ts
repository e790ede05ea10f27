import { AppError } from '@tollgate/errors';
import { emptyUsage } from '@tollgate/model-spec';
import { computeCharge } from '@tollgate/money';
import { makeTokenLines } from '@tollgate/pricing';
import { placeHold } from '../../../apps/relay/src/call/admit/place-hold';
import type { OpenedCall } from '../../../apps/relay/src/call/attempt/opened-call';
import { anAnswer, aPreparedCall } from '../../../apps/relay/test/support/build-calls';
import { Chance } from './chance';
import { Network, sleep } from './network';
import { planFaults, type Fault, type RelayFault } from './plan-faults';
import { SimulatedBilling } from './simulated-billing';
import { SimulatedBook } from './simulated-book';
import { SimulatedDisk } from './simulated-disk';
import { SimulatedEventLog } from './simulated-event-log';
import { SimulatedRelay, type RelayWorld } from './simulated-relay';
import { SimulatedTill } from './simulated-till';
import { capNanos, creditsNanos, goodwillNanos, outputTokensMax, walletIds } from './amounts';
import {
  anAttempt,
  chooseLength,
  chooseMoment,
  extraBodies,
  noFault,
  reportExtras,
  snapshot,
  trafficMs,
  valueCancel,
} from './traffic';

export const relayCount = 2;
const callCount = 80;
const upstreamMsMax = 1_500;
const restartMs = 500;

/** Everything that is left when a simulated day is over. */
export interface Aftermath {
  /** The costs that clients received. */
  readonly told: ReadonlyMap<string, bigint>;
  /** Calls whose provider had answered: these may be charged, others never. */
  readonly answered: ReadonlyMap<string, bigint>;
  readonly refused: number;
  /** Charges above their hold. */
  readonly excess: number;
  /** Charges for endings beyond the goodwill allowance, at most. */
  readonly cancelValues: ReadonlyMap<string, bigint>;
  /** Answers that ended at a limit which the gateway had set. */
  readonly cutShort: number;
  /** Calls that were paid from a lease. */
  readonly leased: number;
  readonly book: SimulatedBook;
  readonly till: SimulatedTill;
  readonly eventLog: SimulatedEventLog;
  readonly relays: readonly SimulatedRelay[];
  readonly faults: readonly Fault[];
}

/** Traffic, faults at arbitrary moments, then peace. All of it follows from the seed. */
export class SimulatedDay {
  readonly #chance: Chance;
  readonly #network: Network;
  readonly #till = new SimulatedTill();
  readonly #book = new SimulatedBook();
  readonly #eventLog: SimulatedEventLog;
  readonly #disks: SimulatedDisk[];
  readonly #relays: SimulatedRelay[] = [];
  readonly #faults: readonly Fault[];
  readonly #told = new Map<string, bigint>();
  readonly #answered = new Map<string, bigint>();
  #billing: SimulatedBilling;
  #refused = 0;
  readonly #cancelValues = new Map<string, bigint>();
  #excess = 0;
  #cutShort = 0;
  #leased = 0;

  constructor(seed: number) {
    this.#chance = new Chance(seed);
    this.#network = new Network(this.#chance);
    this.#eventLog = new SimulatedEventLog(this.#chance);
    this.#disks = Array.from({ length: relayCount }, () => new SimulatedDisk(this.#chance));
    for (const id of walletIds) this.#book.credit(id, creditsNanos[id]);
    this.#faults = planFaults(this.#chance, trafficMs);
    this.#billing = this.#startBilling();
    for (let index = 0; index < relayCount; index++) this.#startRelay(index);
  }

  /** To be driven by fake timers. */
  async run(): Promise<void> {
    const calls = Array.from({ length: callCount }, () => this.#callSometime());
    const faults = this.#faults.map((fault) => this.#strike(fault));
    await Promise.race([Promise.all([...calls, ...faults]), sleep(trafficMs * 2)]);
    this.#heal();
  }

  get aftermath(): Aftermath {
    return {
      told: this.#told,
      answered: this.#answered,
      refused: this.#refused,
      excess: this.#excess,
      cancelValues: this.#cancelValues,
      cutShort: this.#cutShort,
      leased: this.#leased,
      book: this.#book,
      till: this.#till,
      eventLog: this.#eventLog,
      relays: this.#relays,
      faults: this.#faults,
    };
  }

  async #callSometime(): Promise<void> {
    await sleep(chooseMoment(this.#chance));
    const relay = this.#relays[this.#chance.between(0, relayCount - 1)];
    const walletId = this.#chance.pick(walletIds);
    if (!relay?.isStarted || relay.life.isOver) return;
    const limit =
      walletId === 'wallet-capped' ? { nanos: capNanos, period: 'total' as const } : null;
    const prepared = aPreparedCall(
      {
        body: {
          ...this.#chance.pick(extraBodies),
          ...(this.#chance.is(0.3)
            ? {}
            : { max_tokens: outputTokensMax, stream: this.#chance.is(0.5) }),
        },
        caller: { walletId, userId: walletId, keyId: `key-of-${walletId}`, limit },
      },
      snapshot,
    );
    try {
      const held = await placeHold(prepared, relay.keeper);
      if (held.hold.leaseId !== undefined) this.#leased += 1;
      await sleep(this.#chance.between(0, upstreamMsMax));
      if (relay.life.isOver) return;
      const opened = {
        ...held,
        candidate: held.candidates[0],
        attemptStartedAtMs: held.startedAtMs,
        attempts: [],
        answer: anAnswer(200, ''),
      };
      if (this.#chance.is(0.3)) await this.#fail(relay, opened);
      else await this.#settle(relay, opened);
    } catch (error) {
      // Refused, or not recorded: the client received an error and no cost.
      if (AppError.is(error)) this.#refused += 1;
    }
  }

  /** The provider fails, or the caller leaves in the middle. */
  async #fail(relay: SimulatedRelay, call: OpenedCall): Promise<void> {
    const shown = new AppError('upstream_unavailable');
    const isCancelled = this.#chance.is(0.7);
    const tokens = this.#chance.between(1, outputTokensMax);
    const output = { tokens, hold: call.hold, hasSentBytes: true };
    if (isCancelled && call.request.isStreaming)
      this.#cancelValues.set(call.ulid, valueCancel(call, output));
    const attempts = [anAttempt];
    await relay.settler.refund(call, { shown, isCancelled, isExhausted: false, attempts, output });
  }

  async #settle(relay: SimulatedRelay, call: OpenedCall): Promise<void> {
    const usage = { ...emptyUsage, input: 8, output: this.#answer(call) };
    const { extras } = call.candidate.work;
    const reported = reportExtras(this.#chance);
    const charge = { usage, isThinking: false, usesWeb: false, extras, reported };
    const costNanos = computeCharge(makeTokenLines(call.candidate.prices, charge));
    this.#answered.set(call.ulid, costNanos);
    try {
      await relay.settler.settle(call, {
        usage: { kind: 'usage', usage },
        upstreamUsage: undefined,
        extras: reported,
        finishReason: 'stop',
        nativeFinishReason: 'stop',
        firstTokenMs: undefined,
        isCancelled: false,
        hold: call.hold,
        render: () => '',
      });
    } catch (error) {
      const shown = AppError.from(error);
      void relay.settler.refund(call, { ...noFault, shown });
      this.#answered.delete(call.ulid);
      throw error;
    }
    if (!relay.life.isOver) this.#told.set(call.ulid, costNanos);
  }

  #answer({ prepared }: OpenedCall): number {
    const { isCutShort, tokens } = chooseLength(
      this.#chance,
      prepared.request.body,
      outputTokensMax,
    );
    if (isCutShort) this.#cutShort += 1;
    return tokens;
  }

  async #strike(fault: Fault): Promise<void> {
    await sleep(fault.atMs);
    const { away } = this.#network.faults;
    switch (fault.kind) {
      case 'kill-relay':
      case 'cut-power':
        await this.#restartRelay(fault);
        return;
      case 'freeze-relay':
        this.#relays[fault.relay]?.life.freeze(fault.forMs);
        return;
      case 'kill-billing':
        this.#billing.life.end();
        await sleep(fault.forMs);
        this.#billing = this.#startBilling();
        return;
      case 'empty-till':
        this.#till.empty();
        return;
      case 'away':
        away.add(fault.server);
        await sleep(fault.forMs);
        away.delete(fault.server);
        return;
      case 'lossy':
        this.#network.faults.lossRate = 0.1;
        await sleep(fault.forMs);
        this.#network.faults.lossRate = 0;
        return;
      case 'bad-disk': {
        const disk = this.#disks[fault.relay];
        if (disk) disk.faults.rate = 0.3;
        await sleep(fault.forMs);
        if (disk) disk.faults.rate = 0;
      }
    }
  }

  async #restartRelay({ forMs, kind, relay }: RelayFault): Promise<void> {
    this.#relays[relay]?.life.end();
    if (kind === 'cut-power') this.#disks[relay]?.cutPower();
    await sleep(forMs);
    if (this.#relays[relay]?.life.isOver === true) this.#startRelay(relay);
  }

  #startBilling(): SimulatedBilling {
    const { eventLog, till } = { eventLog: this.#eventLog, till: this.#till };
    const billing = new SimulatedBilling({
      network: this.#network,
      till,
      eventLog,
      book: this.#book,
    });
    billing.start();
    return billing;
  }

  #startRelay(index: number): void {
    const disk = this.#disks[index];
    if (!disk) throw new Error('no such relay');
    const world: RelayWorld = {
      network: this.#network,
      till: this.#till,
      eventLog: this.#eventLog,
      onExcess: () => (this.#excess += 1),
      loadGoodwill: (life, walletId) =>
        this.#network.call(life, 'billing', () => {
          if (this.#billing.life.isOver) throw new Error('billing is away');
          const used = this.#book.sumGoodwill(walletId);
          this.#till.goodwill.load(walletId, goodwillNanos, used);
        }),
      loadTill: (life, walletId, counters) =>
        this.#network.call(life, 'billing', async () => {
          if (this.#billing.life.isOver) throw new Error('billing is away');
          await this.#billing.loadTill(walletId, counters);
        }),
    };
    const relay = new SimulatedRelay(`relay-${index}`, disk, world);
    this.#relays[index] = relay;
    void this.#supervise(relay, index);
  }

  async #supervise(relay: SimulatedRelay, index: number): Promise<void> {
    if (await relay.start()) return;
    await sleep(restartMs);
    if (this.#relays[index] === relay) this.#startRelay(index);
  }

  #heal(): void {
    const { faults } = this.#network;
    faults.lossRate = 0;
    faults.away.clear();
    for (const disk of this.#disks) disk.faults.rate = 0;
    if (this.#billing.life.isOver) this.#billing = this.#startBilling();
    this.#relays.forEach((relay, index) => {
      if (relay.life.isOver) this.#startRelay(index);
    });
  }
}
