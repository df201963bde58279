// Colours of the scene by day and by dusk. The page's own colours are in viewer.css.

export interface Palette {
  skyTop: number;
  skyHorizon: number;
  ground: number;
  plot: number;
  road: number;
  gridLine: number;
  massing: number;
  tree: number;
  slab: number;
  slabEdge: number;
  column: number;
  core: number;
  glass: number;
  glassOpacity: number;
  mullion: number;
  steel: number;
  rail: number;
  markerOld: number;
  markerNew: number;
  selected: number;
  sun: number;
  sunIntensity: number;
  hemiSky: number;
  hemiGround: number;
  hemiIntensity: number;
}

export const DAY: Palette = {
  skyTop: 0x6fa6d6,
  skyHorizon: 0xe9f1f6,
  ground: 0xd9ddd8,
  plot: 0xc9c8c3,
  road: 0xaeb3b7,
  gridLine: 0xf4f4f2,
  massing: 0xf4f5f6,
  tree: 0x86a583,
  slab: 0xe9e8e4,
  slabEdge: 0x59606a,
  column: 0xd6d5d1,
  core: 0xc6c6c3,
  glass: 0x7fb0cc,
  glassOpacity: 0.26,
  mullion: 0x4b5864,
  steel: 0xe3a81f,
  rail: 0xdd8a2a,
  markerOld: 0x86b4cf,
  markerNew: 0x04658c,
  selected: 0xe4512a,
  sun: 0xfff6e6,
  sunIntensity: 2.1,
  hemiSky: 0xe6eff7,
  hemiGround: 0xcfccc5,
  hemiIntensity: 1.6,
};

export const DUSK: Palette = {
  skyTop: 0x101a2b,
  skyHorizon: 0x3c5068,
  ground: 0x3a4653,
  plot: 0x4a5460,
  road: 0x2c3641,
  gridLine: 0x8695a3,
  massing: 0x526071,
  tree: 0x4a6a5f,
  slab: 0xa9b2bb,
  slabEdge: 0x1a222b,
  column: 0x97a1ab,
  core: 0x88929d,
  glass: 0x9fd0f0,
  glassOpacity: 0.17,
  mullion: 0x33404d,
  steel: 0xd9a63a,
  rail: 0xd18a3c,
  markerOld: 0x6fa3bf,
  markerNew: 0x63d4fa,
  selected: 0xff7a4d,
  sun: 0xc9dcf7,
  sunIntensity: 1.5,
  hemiSky: 0xb3c8e4,
  hemiGround: 0x6d675f,
  hemiIntensity: 1.5,
};
