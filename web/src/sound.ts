// The sound of dice: short knocks that become fewer, made here and not fetched.

const KNOCKS = 7;
const KNOCK_S = 0.03;

let context: AudioContext | null = null;

export function rattle(ms: number): void {
  context ??= new AudioContext();
  const { sampleRate, currentTime } = context;
  const noise = context.createBuffer(1, Math.ceil(sampleRate * KNOCK_S), sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++)
    samples[i] = (Math.random() * 2 - 1) * (1 - i / samples.length) ** 3;
  for (let knock = 0; knock < KNOCKS; knock++) {
    const source = context.createBufferSource();
    const gain = context.createGain();
    source.buffer = noise;
    gain.gain.value = 0.25 * (1 - knock / (KNOCKS + 2));
    source.connect(gain).connect(context.destination);
    source.start(currentTime + (ms / 1000) * (knock / KNOCKS) ** 1.4);
  }
}
