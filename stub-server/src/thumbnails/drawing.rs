//! Draws a panorama's scene as SVG: the bay in perspective, what stands in it, and a small stamp.
//! Nothing from outside goes into the text but ids and names of the generator.

use std::fmt::Write as _;

use rand::{Rng, SeedableRng};
use rand_chacha::ChaCha8Rng;

use super::figures::{Figure, Painter};
use crate::site::{embedding::fnv, scene::Scene};

/// What is to be drawn.
pub struct View {
    /// The panorama; makes pictures of the same scene differ.
    pub pano_id: String,
    /// What it shows.
    pub scene: Scene,
    /// The level's name.
    pub level: String,
    /// The day it was taken.
    pub day: String,
    /// Whether there is no daylight.
    pub below_ground: bool,
}

/// Width and height of the drawing.
const WIDTH: f64 = 320.0;
const HEIGHT: f64 = 200.0;
/// Half the size of the far wall, as a share of the picture.
const FAR: f64 = 0.36;

struct Palette {
    far: &'static str,
    wall: &'static str,
    floor: &'static str,
    floor_far: &'static str,
    ceiling: &'static str,
    ceiling_far: &'static str,
    glow: &'static str,
}

const DAY: Palette = Palette {
    far: "#cfd8dd",
    wall: "#a7a39a",
    floor: "#8f8a80",
    floor_far: "#bdb8ad",
    ceiling: "#7f7c76",
    ceiling_far: "#aaa79f",
    glow: "#f4f1e4",
};
const WARM: Palette = Palette {
    far: "#e3d6c2",
    wall: "#b09f8b",
    floor: "#93836f",
    floor_far: "#c6b59c",
    ceiling: "#857a6c",
    ceiling_far: "#b3a691",
    glow: "#fff0cf",
};
const LAMPS: Palette = Palette {
    far: "#6f7780",
    wall: "#595f66",
    floor: "#4c5157",
    floor_far: "#7b8188",
    ceiling: "#3e4247",
    ceiling_far: "#666b71",
    glow: "#ffe9b8",
};

/// The picture.
pub fn svg(view: &View) -> String {
    let mut rng = ChaCha8Rng::seed_from_u64(fnv(&view.pano_id));
    let palette = match (view.below_ground, rng.random_bool(0.5)) {
        (true, _) => &LAMPS,
        (false, true) => &DAY,
        (false, false) => &WARM,
    };
    // Where the eye looks: pictures of neighbouring spots should not be the same picture.
    let vanish = (
        WIDTH * rng.random_range(0.4..0.6),
        HEIGHT * rng.random_range(0.42..0.5),
    );
    let mut painter = Painter::new(vanish, HEIGHT);
    let mut out = String::with_capacity(8_000);
    room(&mut out, palette, vanish, view, &mut rng);
    scene(&mut painter, view.scene, &mut rng);
    out.push_str(&painter.finish());
    stamp(&mut out, view);
    out.push_str("</svg>");
    out
}

fn room(
    out: &mut String,
    palette: &Palette,
    (vx, vy): (f64, f64),
    view: &View,
    rng: &mut ChaCha8Rng,
) {
    let (left, right) = (vx - WIDTH * FAR / 2.0 * 1.25, vx + WIDTH * FAR / 2.0 * 1.25);
    let (top, bottom) = (vy - HEIGHT * FAR / 2.0, vy + HEIGHT * FAR / 2.0 * 1.15);
    let Palette {
        far,
        wall,
        floor,
        floor_far,
        ceiling,
        ceiling_far,
        glow,
    } = palette;
    let _ = write!(
        out,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" width=\"{WIDTH}\" \
         height=\"{HEIGHT}\" role=\"img\"><title>{} {}</title><defs>\
         <linearGradient id=\"f\" x1=\"0\" y1=\"0\" x2=\"0\" y2=\"1\"><stop stop-color=\"{floor_far}\"/>\
         <stop offset=\"1\" stop-color=\"{floor}\"/></linearGradient>\
         <linearGradient id=\"c\" x1=\"0\" y1=\"1\" x2=\"0\" y2=\"0\"><stop stop-color=\"{ceiling_far}\"/>\
         <stop offset=\"1\" stop-color=\"{ceiling}\"/></linearGradient>\
         <linearGradient id=\"w\"><stop stop-color=\"{wall}\"/><stop offset=\"1\" stop-color=\"{far}\"/></linearGradient>\
         <linearGradient id=\"v\" x1=\"1\" x2=\"0\"><stop stop-color=\"{wall}\"/><stop offset=\"1\" stop-color=\"{far}\"/></linearGradient>\
         <radialGradient id=\"g\"><stop stop-color=\"{glow}\" stop-opacity=\".85\"/>\
         <stop offset=\"1\" stop-color=\"{glow}\" stop-opacity=\"0\"/></radialGradient></defs>\
         <rect width=\"{WIDTH}\" height=\"{HEIGHT}\" fill=\"{wall}\"/>\
         <path d=\"M0 {HEIGHT}H{WIDTH}L{right:.1} {bottom:.1}H{left:.1}Z\" fill=\"url(#f)\"/>\
         <path d=\"M0 0H{WIDTH}L{right:.1} {top:.1}H{left:.1}Z\" fill=\"url(#c)\"/>\
         <path d=\"M0 0L{left:.1} {top:.1}V{bottom:.1}L0 {HEIGHT}Z\" fill=\"url(#w)\"/>\
         <path d=\"M{WIDTH} 0L{right:.1} {top:.1}V{bottom:.1}L{WIDTH} {HEIGHT}Z\" fill=\"url(#v)\"/>\
         <rect x=\"{left:.1}\" y=\"{top:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{far}\"/>",
        view.level,
        view.day,
        right - left,
        bottom - top,
    );
    // Openings in the far wall, or lamps below ground.
    let bays = rng.random_range(3..6);
    let wide = (right - left) / f64::from(bays);
    for bay in 0..bays {
        let x = left + wide * f64::from(bay) + wide * 0.12;
        let (fill, opacity) = if view.below_ground {
            ("#2d3136", 0.35)
        } else {
            ("#eaf3f8", 0.9)
        };
        let _ = write!(
            out,
            "<rect x=\"{x:.1}\" y=\"{:.1}\" width=\"{:.1}\" height=\"{:.1}\" fill=\"{fill}\" opacity=\"{opacity}\"/>",
            top + (bottom - top) * 0.2,
            wide * 0.76,
            (bottom - top) * 0.62,
        );
    }
    // Slab joints run to the vanishing point; beams cross the ceiling.
    for step in [-1.4, -0.8, -0.3, 0.2, 0.7, 1.3] {
        let far_x = vx + (right - left) / 2.0 * step * 0.72;
        let _ = write!(
            out,
            "<path d=\"M{far_x:.1} {bottom:.1}L{:.1} {HEIGHT}\" stroke=\"#000\" stroke-opacity=\".13\" stroke-width=\".8\"/>",
            vx + WIDTH * 0.62 * step,
        );
    }
    for depth in [0.22_f64, 0.5, 0.74] {
        let y = top * (1.0 - depth);
        let (a, b) = (
            left * (1.0 - depth),
            WIDTH - (WIDTH - right) * (1.0 - depth),
        );
        let _ = write!(
            out,
            "<path d=\"M{a:.1} {y:.1}H{b:.1}v{:.1}H{a:.1}Z\" fill=\"#000\" fill-opacity=\".14\"/>",
            9.0 * (1.0 - depth) + 2.0,
        );
    }
    let _ = write!(
        out,
        "<ellipse cx=\"{:.1}\" cy=\"{:.1}\" rx=\"120\" ry=\"70\" fill=\"url(#g)\" opacity=\".55\"/>",
        vx + WIDTH * rng.random_range(-0.15..0.15),
        top + 10.0,
    );
}

/// What stands in the room. `x` runs from -1 to 1, `depth` from 0 (near) to 1 (far).
fn scene(painter: &mut Painter, scene: Scene, rng: &mut ChaCha8Rng) {
    painter.add(Figure::Column, -0.86, 0.5);
    painter.add(Figure::Column, 0.9, 0.62);
    let side = if rng.random_bool(0.5) { 1.0 } else { -1.0 };
    let near = rng.random_range(0.12..0.26);
    let mut add = |figure, x: f64, depth| painter.add(figure, x * side, depth);
    match scene {
        Scene::NoHelmet => {
            add(Figure::BareWorker, -0.2, near);
            add(Figure::Boards, 0.5, 0.3);
            if rng.random_bool(0.4) {
                add(Figure::Worker, 0.6, 0.55);
            }
        }
        Scene::NoHelmetFar => {
            add(Figure::Pallet, 0.45, 0.12);
            add(Figure::BareWorker, -0.35, 0.66);
        }
        Scene::Ladder => {
            add(Figure::Ladder, 0.15, near + 0.08);
            add(Figure::Boards, -0.5, 0.4);
        }
        Scene::NoGuardrail => {
            add(Figure::OpenEdge, 0.2, 0.3);
        }
        Scene::Crack => add(Figure::Crack, 0.1, 0.3),
        Scene::Leak => add(Figure::Puddle, -0.1, 0.22),
        Scene::Rebar => {
            add(Figure::Rebar, -0.3, 0.25);
            add(Figure::Rebar, 0.3, 0.38);
        }
        Scene::Extinguisher => {
            add(Figure::Extinguisher, 0.25, 0.3);
            add(Figure::Pallet, 0.1, 0.18);
        }
        Scene::Scaffold => {
            add(Figure::Scaffold, 0.2, 0.28);
            add(Figure::Worker, -0.5, 0.4);
        }
        Scene::Crew => {
            add(Figure::Worker, -0.3, near);
            add(Figure::Worker, 0.25, near + 0.14);
            add(Figure::Props, 0.6, 0.5);
        }
        Scene::Formwork => {
            add(Figure::Props, -0.3, 0.25);
            add(Figure::Props, 0.3, 0.4);
            add(Figure::Boards, 0.0, 0.2);
        }
        Scene::Drywall => {
            add(Figure::Studs, 0.2, 0.3);
            add(Figure::Boards, -0.5, 0.25);
        }
        Scene::Ducts => {
            add(Figure::Duct, 0.1, 0.1);
            add(Figure::Boards, 0.5, 0.4);
        }
        Scene::Storage => {
            add(Figure::Pallet, -0.4, 0.2);
            add(Figure::Pallet, 0.25, 0.34);
            add(Figure::Pallet, 0.6, 0.5);
        }
        Scene::Bay => add(Figure::Column, 0.1, 0.7),
    }
}

fn stamp(out: &mut String, view: &View) {
    let _ = write!(
        out,
        "<rect x=\"8\" y=\"{:.0}\" width=\"{}\" height=\"20\" rx=\"4\" fill=\"#14181d\" fill-opacity=\".72\"/>\
         <text x=\"15\" y=\"{:.0}\" font-family=\"system-ui,sans-serif\" font-size=\"13\" font-weight=\"600\" \
         fill=\"#fff\">{}</text>",
        HEIGHT - 28.0,
        14 + 9 * view.level.chars().count(),
        HEIGHT - 13.6,
        view.level,
    );
}
