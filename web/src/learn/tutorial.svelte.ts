/** A lesson as it is being taken: which step, which picture, and what was answered to the learner. */
import { announcer } from "../kit/announcer.svelte.ts";
import { isCalm } from "../kit/motion.ts";
import { play as sound, type Sound } from "../kit/sound.ts";
import { botName } from "../page/names.ts";
import { settings } from "../settings.svelte.ts";
import { waitsForYes } from "../table/asking.ts";
import { asSentence } from "../text/say.ts";
import { speech, t } from "../text/speech.svelte.ts";
import { askLesson, Refusal } from "../wire/http.ts";
import type {
  Data,
  Hint,
  Lesson,
  LessonFrame,
  LegalMove,
  LessonStep,
  Move,
} from "../wire/types.ts";
import { spoken } from "./emphasis.ts";

/** How long a picture stays before the next one, so that an answer can be followed. */
const BEAT = 900;

/** How sure a teacher is. */
const NO_DOUBT = { win: 1, points: 0, visits: 0, error: 0 };

export class Tutorial {
  at = $state(0);
  /** The picture on the screen; it may still be on its way to the one that the step is about. */
  private shown = $state(0);
  /** Counts the times that the lesson was begun, so that nothing of an earlier time stays. */
  run = $state(0);
  /** The move that waits for its confirmation. */
  staged = $state.raw<LegalMove | null>(null);
  /** What was answered to a move that was not asked for. */
  note = $state("");
  soundOf: ((move: Move) => Sound) | null = null;
  private beat: ReturnType<typeof setTimeout> | null = null;

  constructor(readonly lesson: Lesson) {
    announcer.say(spoken(this.comment));
  }

  close(): void {
    if (this.beat) clearTimeout(this.beat);
  }

  // --- what is shown --------------------------------------------------------------------------

  get step(): LessonStep {
    return this.lesson.steps[this.at] as LessonStep;
  }
  get frame(): LessonFrame {
    return this.lesson.frames[this.shown] as LessonFrame;
  }
  get view(): Data {
    return this.frame.views[this.lesson.seat] ?? {};
  }
  get isLast(): boolean {
    return this.at === this.lesson.steps.length - 1;
  }
  /** The move that the teacher waits for, once its picture is on the screen. */
  private get asked(): LessonStep["moves"][number] | null {
    return this.step.moves.find((move) => move.frame === this.shown) ?? null;
  }
  /** The teacher waits for a move of the learner. */
  get asks(): boolean {
    return this.asked !== null;
  }
  /** There is only something to read. */
  get reads(): boolean {
    return this.step.moves.length === 0;
  }
  get legal(): LegalMove[] {
    return this.asks ? (this.frame.legal[this.lesson.seat] ?? []) : [];
  }
  /** The move that is asked for, as advice, and the one that follows at once: boards know how to show that. */
  get hints(): Hint[] {
    if (!this.asks) return [];
    return [this.shown, this.shown + 1]
      .flatMap((frame) => this.askedAt(frame) ?? [])
      .map((move) => ({ ...move, ...NO_DOUBT }));
  }
  /** What is asked for at a picture, of this step or the next. */
  private askedAt(frame: number): LegalMove | undefined {
    const asked = [this.step, this.lesson.steps[this.at + 1]]
      .flatMap((step) => step?.moves ?? [])
      .find((move) => move.frame === frame);
    return this.lesson.frames[frame]?.legal[this.lesson.seat]?.find((move) => move.n === asked?.n);
  }
  get comment(): string {
    return this.say(this.step.say);
  }

  nameOf = (seat: number): string => {
    if (seat === this.lesson.seat) return settings.name || t("seat.guest");
    return botName("calf", seat);
  };

  private say(key: string): string {
    return this.lesson.texts[speech.language]?.[key] ?? key;
  }

  // --- what the learner does ------------------------------------------------------------------

  next = (): void => {
    if (!this.isLast) this.enter(this.at + 1);
  };

  restart = (): void => {
    this.run += 1;
    this.shown = 0;
    this.enter(0);
  };

  /** Takes the move that was asked for; any other legal one gets a friendly answer. */
  offer = (move: LegalMove): void => {
    if (!this.isAsked(move)) return;
    const isSecondTime = this.staged?.n === move.n;
    if (!isSecondTime && waitsForYes(move, this.legal)) this.staged = move;
    else this.made();
  };

  follow = (move: LegalMove): void => {
    if (this.isAsked(move)) this.made();
  };

  /** Whether a move is the one that was asked for; says so if it is not. */
  private isAsked(move: LegalMove): boolean {
    const { asked } = this;
    const fits = asked !== null && (move.n === asked.n || asked.accept.includes(move.n));
    if (fits) this.note = "";
    else if (!asked) this.tell(t("learn.read_on"));
    else {
      this.staged = null;
      this.tell(this.step.not_yet ? this.say(this.step.not_yet) : t("learn.not_yet"));
    }
    return fits;
  }

  unstage = (): void => {
    this.staged = null;
  };

  confirm = (): void => {
    if (this.staged) this.made();
  };

  /** Asks the rules why a wish is not possible. */
  why = async (wish: Data): Promise<void> => {
    const { shown } = this;
    if (!this.asks) return this.tell(t("learn.read_on"));
    try {
      const { reason } = await askLesson(this.lesson.game, shown, wish);
      if (shown !== this.shown) return;
      this.tell(
        reason ? speech.speaker(this.lesson.game, this.nameOf).say(reason) : t("learn.not_yet"),
      );
    } catch (error) {
      this.tell(speech.reason(error instanceof Refusal ? error.reason : null, "offline.why"));
    }
  };

  private tell(text: string): void {
    sound("no");
    this.note = asSentence(text);
    announcer.say(spoken(this.note));
  }

  // --- from step to step ----------------------------------------------------------------------

  /** After a move of the learner comes the next one of the same step, or the next step. */
  private made(): void {
    const following =
      this.step.moves[this.step.moves.findIndex((move) => move.frame === this.shown) + 1];
    this.staged = null;
    if (following) this.show([following.frame]);
    else this.next();
  }

  private enter(at: number): void {
    if (this.beat) clearTimeout(this.beat);
    this.at = at;
    this.staged = null;
    this.note = "";
    const way = this.step.frames.filter((frame) => frame !== this.shown);
    const speaker = speech.speaker(this.lesson.game, this.nameOf);
    const events = way.flatMap((frame) => this.lesson.frames[frame]?.events ?? []);
    announcer.say(
      [...events.map((event) => asSentence(speaker.say(event))), spoken(this.comment)].join(" "),
    );
    this.show(isCalm() ? way.slice(-1) : way);
  }

  /** Shows pictures one after the other. */
  private show(way: number[]): void {
    const [first, ...rest] = way;
    if (first === undefined) return;
    this.shown = first;
    const last = this.frame.last;
    if (last) sound(this.frame.over ? "win" : (this.soundOf?.(last) ?? "place"));
    if (rest.length > 0) this.beat = setTimeout(() => this.show(rest), BEAT);
  }
}
