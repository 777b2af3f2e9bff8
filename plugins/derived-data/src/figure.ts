type Seconds = number

/** The settings that figures need besides being switched on. */
export interface FigureSettings {
  /** Seconds over which the current is averaged. */
  readonly currentDamping: number
  /** Degrees × knots² per degree of heel. Without it there is no leeway. */
  readonly leewayCoefficient?: number
}

/** A value that a figure is computed from. */
export interface FigureInput {
  readonly path: string
  /** The member of an object value. */
  readonly member?: string
  /** An older value is unknown. Infinity for details of the boat that hold until they change. */
  readonly maxAge: Seconds
  /** Whether the figure can do without it. */
  readonly isOptional?: true
}

/** A number, or an object of numbers for `environment.current`. */
export type FigureValue = number | Readonly<Record<string, number | null>>

/** Computes a figure from its inputs, in their order. Undefined when they do not determine it. */
export type Compute = (inputs: readonly (number | undefined)[], now: Seconds) => FigureValue | undefined

/** One computed value: everything that the manifest, the settings, the program and the documents say about it. */
export interface Figure {
  /** The name of its setting. */
  readonly id: string
  /** Shown to people. */
  readonly title: string
  readonly inputs: readonly FigureInput[]
  readonly output: string
  readonly unit: string
  /** In words, for the documents. */
  readonly formula: string
  readonly isOnByDefault: boolean
  readonly create: (settings: FigureSettings) => Compute
}

/** The values of the inputs, in their order. */
export type Numbers<Inputs extends readonly FigureInput[]> = {
  readonly [At in keyof Inputs]: Inputs[At] extends { readonly isOptional: true }
    ? number | undefined
    : number
}

/** A figure without state. The types of its arguments follow from its inputs. */
export const figure = <const Inputs extends readonly FigureInput[]>({
  compute,
  ...rest
}: Omit<Figure, 'create' | 'inputs' | 'isOnByDefault'> & {
  readonly inputs: Inputs
  readonly compute: (values: Numbers<Inputs>) => FigureValue | undefined
}): Figure => ({
  ...rest,
  isOnByDefault: true,
  // The evaluation calls it only when every input that is not optional is there.
  create: () => (values) => compute(values as unknown as Numbers<Inputs>),
})
