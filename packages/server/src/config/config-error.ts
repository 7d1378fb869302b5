/** Its message is one line that names the variable and the values it takes. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}
