/** Plain JSON. */
export type Json = { readonly [member: string]: unknown }

interface ComponentsOptions {
  /**
   * Whether a list with a schema for each item is written with `prefixItems`, as JSON Schema 2020-12 and OpenAPI 3.1 have
   * it, or with a list of `items`, as in draft 7.
   */
  readonly hasPrefixItems: boolean
}

/** Collects the named schemas of a document, so that it contains each once. */
export class SchemaComponents {
  readonly #options: ComponentsOptions
  readonly #schemas = new Map<string, unknown>()

  constructor(options: ComponentsOptions) {
    this.#options = options
  }

  /** Replaces each named part of the schema by a reference. */
  reference(schema: unknown): unknown {
    if (Array.isArray(schema)) return schema.map((item) => this.reference(item))
    if (typeof schema !== 'object' || schema === null) return schema
    const { $id, ...members } = schema as { $id?: unknown }
    if (typeof $id !== 'string') return this.#inside(members)
    if (!this.#schemas.has($id)) {
      this.#schemas.set($id, {})
      this.#schemas.set($id, this.#inside(members))
    }
    return { $ref: `#/components/schemas/${$id}` }
  }

  sorted(): Json {
    return Object.fromEntries([...this.#schemas].toSorted(([a], [b]) => (a < b ? -1 : 1)))
  }

  #inside(members: object): Json {
    const renamed = this.#options.hasPrefixItems ? withPrefixItems(members) : members
    return Object.fromEntries(Object.entries(renamed).map(([name, value]) => [name, this.reference(value)]))
  }
}

const withPrefixItems = (members: object): object => {
  const { items, additionalItems, ...others } = members as { items?: unknown; additionalItems?: unknown }
  if (!Array.isArray(items)) return members
  return { ...others, prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
}
