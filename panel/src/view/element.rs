//! Elements, each kind of which is the same type.
//!
//! Leptos' own templates have a type per template, and with it code of their own to build, change and
//! erase it. What follows keeps a list of attributes and a list of views instead: the page is the
//! same, at a fraction of what is downloaded.

use leptos::attr::any_attribute::AnyAttribute;
use leptos::attr::{Attribute, AttributeValue};
use leptos::ev;
use leptos::prelude::*;
use leptos::tachys::html::element::ElementType;
use leptos::tachys::html::event::on;
use leptos::tachys::html::node_ref::NodeRefContainer;
use leptos::tachys::hydration::Cursor;
use leptos::tachys::renderer::Rndr;
use leptos::tachys::view::any_view::AnyViewState;
use leptos::tachys::view::{Mountable, Position, PositionState};
use std::any::Any;
use std::borrow::Cow;
use std::sync::Arc;
use wasm_bindgen::JsCast;

/// An element that is being put together.
pub struct Element {
    tag: &'static str,
    attributes: Vec<(&'static str, Attr)>,
    children: Vec<AnyView>,
}

/// An element with nothing in it.
pub const fn element(tag: &'static str) -> Element {
    Element {
        tag,
        attributes: Vec::new(),
        children: Vec::new(),
    }
}

/// An element with a class.
pub fn classed(tag: &'static str, class: &'static str) -> Element {
    element(tag).with("class", class)
}

/// A button that does something.
pub fn button(class: &'static str, act: impl Fn() + Send + Sync + 'static) -> Element {
    classed("button", class)
        .with("type", "button")
        .on("click", move |_: web_sys::Event| act())
}

/// Nothing.
pub fn nothing() -> AnyView {
    ().into_any()
}

impl Element {
    /// An attribute that stays as it is.
    pub fn with(self, name: &'static str, value: impl Into<Cow<'static, str>>) -> Self {
        self.put(name, Attr::Fixed(value.into()))
    }

    /// An attribute that stays as it is, if it is there.
    pub fn maybe(self, name: &'static str, value: Option<String>) -> Self {
        match value {
            Some(value) => self.with(name, value),
            None => self,
        }
    }

    /// An attribute that follows what it reads; `None` leaves it out.
    pub fn live<T: Into<Cow<'static, str>>>(
        self,
        name: &'static str,
        value: impl Fn() -> Option<T> + Send + Sync + 'static,
    ) -> Self {
        let value: Live = Arc::new(move || value().map(Into::into));
        self.put(name, Attr::Live(value))
    }

    /// An attribute that is there while a condition holds.
    pub fn flag(
        self,
        name: &'static str,
        is_there: impl Fn() -> bool + Send + Sync + 'static,
    ) -> Self {
        self.live(name, move || is_there().then_some(""))
    }

    /// Listens to an event, which is of the class that the browser makes for that name.
    pub fn on<E: JsCast>(
        self,
        name: &'static str,
        listener: impl Fn(E) + Send + Sync + 'static,
    ) -> Self {
        let listener: Listener =
            Arc::new(move |event: web_sys::Event| listener(event.unchecked_into()));
        self.put(name, Attr::On(listener))
    }

    /// Makes the element known to whoever asks the reference.
    pub fn known_as<E>(self, reference: NodeRef<E>) -> Self
    where
        E: ElementType + 'static,
        E::Output: JsCast + Clone + 'static,
    {
        let load: Load = Arc::new(move |element: &web_sys::Element| reference.load(element));
        self.put("", Attr::Ref(load))
    }

    /// Text; never markup.
    pub fn text(self, text: impl Into<String>) -> Self {
        self.child(text.into().into_any())
    }

    /// A view inside.
    pub fn child(mut self, view: AnyView) -> Self {
        self.children.push(view);
        self
    }

    /// Views inside.
    pub fn children(mut self, views: impl IntoIterator<Item = AnyView>) -> Self {
        self.children.extend(views);
        self
    }

    /// The element as a view.
    pub fn view(self) -> AnyView {
        self.into_any()
    }

    fn put(mut self, name: &'static str, attr: Attr) -> Self {
        self.attributes.push((name, attr));
        self
    }
}

type Live = Arc<dyn Fn() -> Option<Cow<'static, str>> + Send + Sync>;
type Listener = Arc<dyn Fn(web_sys::Event) + Send + Sync>;
type Load = Arc<dyn Fn(&web_sys::Element) + Send + Sync>;

enum Attr {
    Fixed(Cow<'static, str>),
    Live(Live),
    On(Listener),
    Ref(Load),
}

impl Attr {
    /// Puts the attribute there, and hands back what keeps it alive.
    fn attach(self, name: &'static str, element: &web_sys::Element) -> Option<Box<dyn Any>> {
        match self {
            Self::Fixed(value) => {
                // Names are ours, and well-formed.
                drop(element.set_attribute(name, &value));
                None
            }
            Self::Live(value) => Some(Box::new(AttributeValue::build(value, element, name))),
            Self::On(listener) => {
                let listener = on(ev::Custom::new(name), move |event| listener(event));
                Some(Box::new(listener.attach(element)))
            }
            Self::Ref(load) => {
                load(element);
                None
            }
        }
    }
}

/// An element in the page.
pub struct Built {
    element: web_sys::Element,
    _kept: Vec<Box<dyn Any>>,
    _children: Vec<AnyViewState>,
}

impl Render for Element {
    type State = Built;

    fn build(self) -> Built {
        let element = Rndr::create_element(self.tag, None);
        let attributes = self.attributes.into_iter();
        let kept = attributes
            .filter_map(|(name, attr)| attr.attach(name, &element))
            .collect();
        let children = self.children.into_iter().map(|child| {
            let mut child = child.build();
            child.mount(&element, None);
            child
        });
        Built {
            _children: children.collect(),
            _kept: kept,
            element,
        }
    }

    /// All elements are of one type, so this may be another one: it takes the place of what is there.
    fn rebuild(self, state: &mut Built) {
        let mut new = self.build();
        state.insert_before_this(&mut new);
        state.unmount();
        *state = new;
    }
}

impl Mountable for Built {
    fn unmount(&mut self) {
        self.element.remove();
    }

    fn mount(&mut self, parent: &web_sys::Element, marker: Option<&web_sys::Node>) {
        Rndr::insert_node(parent, &self.element, marker);
    }

    fn insert_before_this(&self, child: &mut dyn Mountable) -> bool {
        let parent = self.element.parent_element();
        if let Some(parent) = &parent {
            child.mount(parent, Some(&self.element));
        }
        parent.is_some()
    }

    fn elements(&self) -> Vec<web_sys::Element> {
        vec![self.element.clone()]
    }
}

impl AddAnyAttr for Element {
    type Output<SomeNewAttr: Attribute> = Self;

    fn add_any_attr<NewAttr: Attribute>(self, _: NewAttr) -> Self
    where
        Self: RenderHtml,
    {
        self
    }
}

// The panel is made in the browser: no server writes it, and nothing is there to be taken over.
impl RenderHtml for Element {
    type AsyncOutput = Self;
    type Owned = Self;

    const MIN_LENGTH: usize = 0;

    fn dry_resolve(&mut self) {}

    async fn resolve(self) -> Self {
        self
    }

    fn to_html_with_buf(
        self,
        _: &mut String,
        _: &mut Position,
        _: bool,
        _: bool,
        _: Vec<AnyAttribute>,
    ) {
    }

    fn hydrate<const FROM_SERVER: bool>(self, _: &Cursor, _: &PositionState) -> Built {
        self.build()
    }

    fn into_owned(self) -> Self {
        self
    }
}
