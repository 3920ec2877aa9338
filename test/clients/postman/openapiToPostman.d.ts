// What of the generator is used: the package has no types.
declare module 'openapi-to-postmanv2' {
  type Made = Readonly<{ result: boolean; reason?: string; output?: readonly Readonly<{ data: unknown }>[] }>;
  type Input = Readonly<{ type: 'string'; data: string }>;
  const converter: Readonly<{
    convert(
      input: Input,
      options: Readonly<Record<string, unknown>>,
      done: (error: Error | null, made?: Made) => void,
    ): void;
  }>;
  export default converter;
}
