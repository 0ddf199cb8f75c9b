export interface Situation {
  name: string;
}
